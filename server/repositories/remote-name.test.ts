import { expect, test } from "vitest";
import { folderName, remoteName } from "./remote-name.ts";

test.each([
  ["https://github.com/Acme/Rocket.git", "Acme/Rocket"],
  ["https://github.com/Acme/Rocket", "Acme/Rocket"],
  ["https://github.com/Acme/Rocket/", "Acme/Rocket"],
  ["https://user:secret@example.com:8443/acme/rocket.git", "acme/rocket"],
  ["ssh://git@example.com:2222/acme/rocket.git", "acme/rocket"],
  ["git://example.com/acme/rocket", "acme/rocket"],
  ["git@github.com:Acme/Rocket.git", "Acme/Rocket"],
  ["github.com:acme/.github", null],
  ["example.com:acme/rocket.js", "acme/rocket.js"],
  ["git@[2001:db8::1]:acme/rocket.git", "acme/rocket"],
  ["https://gitlab.com/group/team/rocket.git", "team/rocket"],
  ["/srv/git/acme/rocket.git", null],
  ["../acme/rocket", null],
  ["file:///srv/acme/rocket", null],
  ["https://github.com/rocket", null],
  ["https://github.com/-/rocket", null],
  ["https://github.com/acme/..", null],
  ["https://github.com/ac me/rocket", null],
  ["ext::sh -c acme/rocket", null],
  ["", null],
])("the origin %j is named %j", (remote, name) => {
  expect(remoteName(remote)).toBe(name);
});

test.each([
  ["rocket", "rocket"],
  ["My Rocket (2)", "My-Rocket-2"],
  ["火箭", "火箭"],
  ["..", "repository"],
  [".config", "config"],
  ["", "repository"],
  ["a/b", "a-b"],
])("the folder %j is called %j", (folder, name) => {
  expect(folderName(folder)).toBe(name);
});
