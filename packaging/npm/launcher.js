#!/usr/bin/env node
// Starts the program that npm has installed for this computer. Passes on arguments, streams, signals and the exit code.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");
const { name, version, optionalDependencies } = require("../package.json");

/** Signals that ask a program to end. The program may receive Ctrl-C twice, from the terminal and from here. This is harmless. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"].filter((signal) => signal in os.constants.signals);

function fail(message, help) {
  process.stderr.write(`error: ${message}\nhelp: ${help}\n`);
  process.exit(3);
}

function findProgram() {
  const platform = `${process.platform}-${process.arch}`;
  const platformPackage = `${name}-${platform}`;
  if (!Object.hasOwn(optionalDependencies, platformPackage)) {
    const platforms = Object.keys(optionalDependencies).map((each) => each.slice(name.length + 1));
    fail(
      `there is no compiled ${name} for \`${platform}\`, only for ${platforms.join(", ")}`,
      "compile the source code of Makeready with Cargo, the build tool of Rust",
    );
  }
  const file = process.platform === "win32" ? `${name}.exe` : name;
  try {
    return require.resolve(`${platformPackage}/bin/${file}`);
  } catch {
    return fail(
      `the package \`${platformPackage}\` is missing. npm omits it with --omit=optional, or if node_modules comes from another computer`,
      `install it: npm install ${platformPackage}@${version}`,
    );
  }
}

const program = findProgram();
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// On Windows the console sends Ctrl-C to the program itself, and `kill` would end it at once.
const forward = (signal) => process.platform === "win32" || child.kill(signal);
for (const signal of SIGNALS) process.on(signal, forward);

child.on("error", (error) => fail(`\`${program}\` does not start: ${error.message}`, `install it again: npm install ${name}@${version}`));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  // Ends as the program ended, so that a shell sees the same signal.
  for (const each of SIGNALS) process.off(each, forward);
  process.exitCode = 128 + os.constants.signals[signal];
  process.kill(process.pid, signal);
});
