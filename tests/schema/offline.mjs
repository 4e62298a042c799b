// Loaded into the language server: a connection to anywhere is a fault, and shows on its standard error.

import net from "node:net";

net.Socket.prototype.connect = function refuse(...args) {
  const [to] = args.flat();
  process.stderr.write(`CONNECTS ${JSON.stringify(to)}\n`);
  throw new Error("this test has no network");
};
