// Assembles the npm packages of one platform:
//
//   node packaging/npm.mjs PLATFORM PROGRAM OUT
//
// **In** the name of a platform, such as `linux-x64`, and the program for it. Name, version and license come from Cargo.toml, licenses of
// parts from target/extras (`packaging/extras.sh`). **Out** two folders: OUT/makeready-PLATFORM holds the program, OUT/makeready a launcher.
// The launcher's package is the same for every platform. It names the others as optional dependencies, and npm installs the one that fits
// the computer. **Fails** with 1 if the program is for another platform or has another version, with 2 if the command line is invalid.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ROOT, readManifest } from "./manifest.mjs";

/** `os` and `cpu` as npm names them, and a title for the README. */
const PLATFORMS = {
  "linux-x64": { os: "linux", cpu: "x64", title: "Linux on x86-64" },
  "linux-arm64": { os: "linux", cpu: "arm64", title: "Linux on ARM64" },
  "darwin-x64": { os: "darwin", cpu: "x64", title: "macOS on Intel" },
  "darwin-arm64": { os: "darwin", cpu: "arm64", title: "macOS on Apple silicon" },
  "win32-x64": { os: "win32", cpu: "x64", title: "Windows on x86-64" },
};

/** The oldest Node that the launcher is written for. */
const NODE = ">=18";

/** The platform that a program was compiled for, from its first bytes; `undefined` if it is none of ours. */
function platformOf(program) {
  const bytes = readFileSync(program);
  const is = (offset, number) => bytes.length >= offset + 4 && bytes.readUInt32LE(offset) === number;
  if (is(0, 0x464c457f)) return { 0x3e: "linux-x64", 0xb7: "linux-arm64" }[bytes.readUInt16LE(18)];
  if (is(0, 0xfeedfacf)) return { 0x01000007: "darwin-x64", 0x0100000c: "darwin-arm64" }[bytes.readUInt32LE(4)];
  if (bytes.length >= 64 && bytes.toString("latin1", 0, 2) === "MZ") {
    const header = bytes.readUInt32LE(60);
    if (is(header, 0x00004550)) return { 0x8664: "win32-x64" }[bytes.readUInt16LE(header + 4)];
  }
  return undefined;
}

function fail(message, code = 1) {
  console.error(`error: ${message}`);
  process.exit(code);
}

/** Writes an empty package folder with its package.json and the licenses of the program. */
function startPackage(folder, description) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "bin"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
  for (const file of readdirSync(ROOT).filter((name) => name.startsWith("LICENSE-"))) {
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
}

function copyExecutable(from, to) {
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}

const [platform, program, out, ...rest] = process.argv.slice(2);
if (!out || rest.length > 0) fail("usage: node packaging/npm.mjs PLATFORM PROGRAM OUT", 2);
const known = Object.keys(PLATFORMS).join(", ");
if (!Object.hasOwn(PLATFORMS, platform)) fail(`there is no platform \`${platform}\`; the platforms are ${known}`, 2);
if (!existsSync(program)) fail(`there is no file \`${program}\``);

const { name, version, description, license, repository } = readManifest();
const { os, cpu, title } = PLATFORMS[platform];
const isWindows = os === "win32";

const found = platformOf(program);
if (found !== platform) fail(`\`${program}\` is not a program for ${platform}${found ? `, but for ${found}` : ""}`);
if (platform === `${process.platform}-${process.arch}`) {
  const said = execFileSync(program, ["-V"], { encoding: "utf8" }).trim();
  if (said !== `${name} ${version}`) fail(`\`${program}\` is \`${said}\`, but Cargo.toml has version ${version}`);
}
const licenses = path.join(ROOT, "target/extras/licenses");
if (!existsSync(licenses)) fail("there is no target/extras/licenses\nhelp: run `bash packaging/extras.sh PROGRAM` first");

const shared = { version, license, ...(repository && { repository: { type: "git", url: `git+${repository}` } }) };

const platformFolder = path.join(out, `${name}-${platform}`);
startPackage(platformFolder, {
  name: `${name}-${platform}`,
  description: `The program ${name} for ${title}`,
  ...shared,
  os: [os],
  cpu: [cpu],
  files: ["bin", "licenses", "LICENSE-*"],
  // Yarn otherwise leaves packages zipped, and a zipped program does not run.
  preferUnplugged: true,
});
copyExecutable(program, path.join(platformFolder, "bin", isWindows ? `${name}.exe` : name));
cpSync(licenses, path.join(platformFolder, "licenses"), { recursive: true });
writeFileSync(
  path.join(platformFolder, "README.md"),
  `# ${name}-${platform}\n\nThe program of the package \`${name}\` for ${title}. Install \`${name}\` instead: it selects the ` +
    `package for your computer.\n\nThe folder \`licenses\` has the licenses of the typefaces, icons and Rust crates in the program.\n`,
);

const mainFolder = path.join(out, name);
startPackage(mainFolder, {
  name,
  description,
  ...shared,
  keywords: ["tabletop", "rpg", "cards", "print-and-play", "pdf", "yaml", "cli"],
  bin: { [name]: `bin/${name}.js` },
  files: ["bin", "LICENSE-*"],
  engines: { node: NODE },
  optionalDependencies: Object.fromEntries(Object.keys(PLATFORMS).map((each) => [`${name}-${each}`, version])),
});
copyExecutable(path.join(ROOT, "packaging/npm/launcher.js"), path.join(mainFolder, "bin", `${name}.js`));
copyFileSync(path.join(ROOT, "packaging/package/README.md"), path.join(mainFolder, "README.md"));

console.log(`${mainFolder}\n${platformFolder}`);
