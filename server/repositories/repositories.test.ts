import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/client.ts";
import { silentLog } from "../base/log.ts";
import { createTestDb } from "../testing.ts";
import { createCheckout, type Checkout } from "./checkout-fixture.ts";
import { createGit } from "./git.ts";
import { openCheckout } from "./open-fixture.ts";
import { createRepositories } from "./repositories.ts";

let database: Database;
const made: Checkout[] = [];

beforeAll(async () => {
  database = await createTestDb();
});
afterAll(() => database.close());
afterEach(() => {
  for (const checkout of made.splice(0)) checkout.remove();
});

function checkout(options?: { folder?: string }): Checkout {
  const one = createCheckout(options);
  made.push(one);
  return one;
}

function start(paths: string[]) {
  return createRepositories({ db: database.db, paths, log: silentLog });
}

function open(one: Checkout) {
  return openCheckout({ database, checkout: one });
}

const refused = (reason: string) => ({ ok: false, reason });

describe("which repositories there are", () => {
  test("a checkout is named after its origin and keeps its id through restarts and renames", async () => {
    const one = checkout();
    one.commit("first");
    one.git("remote", "add", "origin", "git@github.com:Acme/Rocket.git");
    const first = (await (await start([one.directory])).list())[0];
    expect(first).toMatchObject({
      name: "Acme/Rocket",
      defaultBranch: "main",
      available: true,
      provider: "local",
    });
    one.git("remote", "set-url", "origin", "https://github.com/Acme/Renamed");
    const again = await start([one.directory]);
    expect(await again.get(first!.id)).toMatchObject({ name: "Acme/Renamed" });
    expect(await again.byName("acme/renamed")).toMatchObject({ id: first!.id });
    expect(await again.byName("Acme/Rocket")).toBeNull();
    expect(again.isKnown(first!.id)).toBe(true);
    expect((await start([])).isKnown(first!.id)).toBe(false);
  });

  test("without an origin it is local and named after its folder; a second of the same name is told apart", async () => {
    const [one, two, three] = [checkout(), checkout(), checkout()];
    three.git("remote", "add", "origin", "ssh://git@example.com:2222/Local/Project.git");
    const repositories = await start([one, two, three, one].map(({ directory }) => directory));
    expect((await repositories.list()).map(({ name }) => name)).toEqual([
      "local/project",
      "local/project-2",
      "local/project-3",
    ]);
  });

  test("the same checkout through a symbolic link is one repository", async () => {
    const one = checkout();
    const link = path.join(path.dirname(one.directory), "link");
    symlinkSync(one.directory, link);
    expect(await (await start([link, one.directory])).list()).toHaveLength(1);
  });

  test("what cannot be read says why, and disturbs no other", async () => {
    const [empty, detached, good] = [
      checkout({ folder: "empty" }),
      checkout({ folder: "detached" }),
      checkout(),
    ];
    detached.commit("first");
    detached.git("checkout", "-q", "--detach");
    good.commit("first");
    const plain = path.join(path.dirname(good.directory), "plain");
    mkdirSync(plain);
    mkdirSync(path.join(good.directory, "inside"));
    const repositories = await start([
      empty.directory,
      detached.directory,
      plain,
      path.join(good.directory, "inside"),
      path.join(plain, "gone"),
      good.directory,
    ]);
    const states = (await repositories.list()).map(({ available, problem, defaultBranch }) => ({
      available,
      problem,
      defaultBranch,
    }));
    expect(states).toEqual([
      { available: false, problem: "empty", defaultBranch: null },
      { available: false, problem: "detached", defaultBranch: null },
      { available: false, problem: "not-a-repository", defaultBranch: null },
      { available: false, problem: "not-a-repository", defaultBranch: null },
      { available: false, problem: "missing", defaultBranch: null },
      { available: true, problem: undefined, defaultBranch: "main" },
    ]);
    const [first] = await repositories.list();
    expect(await repositories.tree(first!.id)).toEqual(refused("unavailable"));
    expect(await repositories.head("unknown")).toEqual(refused("not-found"));
    expect(await repositories.file("unknown", { path: "a" })).toEqual(refused("not-found"));
  });

  test("an empty checkout becomes readable with its first commit, and a deleted one stops being so", async () => {
    const one = checkout();
    const repository = await open(one);
    expect(await repository.head()).toEqual(refused("unavailable"));
    const commit = one.commit("first");
    expect(await repository.head()).toEqual({ ok: true, branch: "main", commit });
    rmSync(one.directory, { recursive: true });
    expect(await repository.head()).toEqual(refused("unavailable"));
    expect(await repository.tree()).toEqual(refused("unavailable"));
  });

  test("linked work trees and bare repositories are read as well", async () => {
    const one = checkout();
    one.write("a.txt", "a\n");
    one.commit("first");
    const place = path.dirname(one.directory);
    one.git("worktree", "add", "-q", "-b", "side", path.join(place, "linked"));
    one.git("clone", "-q", "--bare", one.directory, path.join(place, "bare.git"));
    const repositories = await start([path.join(place, "linked"), path.join(place, "bare.git")]);
    const [linked, bare] = await repositories.list();
    expect(linked).toMatchObject({ name: "local/linked", defaultBranch: "side", available: true });
    expect(bare).toMatchObject({ name: "local/bare.git", defaultBranch: "main", available: true });
    expect((await repositories.file(bare!.id, { path: "a.txt" })).ok).toBe(true);
  });

  test("without the git executable repositories are unreadable and the rest starts", async () => {
    const one = checkout();
    const repositories = await createRepositories({
      db: database.db,
      paths: [one.directory],
      log: silentLog,
      git: createGit({ executable: "no-such-git" }),
    });
    expect((await repositories.list())[0]).toMatchObject({ available: false, problem: "unreadable" });
  });
});

describe("the default branch", () => {
  test("is the one the remote calls its head, whatever is checked out", async () => {
    const upstream = checkout({ folder: "upstream" });
    const first = upstream.commit("first");
    const one = checkout();
    one.git("remote", "add", "origin", upstream.directory);
    one.git("fetch", "-q");
    one.git("remote", "set-head", "origin", "main");
    one.git("checkout", "-q", "-b", "feature");
    one.commit("secret of the feature");
    const repository = await open(one);
    expect(await repository.head()).toEqual({ ok: true, branch: "main", commit: first });
    const second = upstream.commit("second");
    one.git("fetch", "-q");
    expect(await repository.head()).toMatchObject({ commit: second });
    one.git("checkout", "-q", "main");
    const own = one.commit("ahead of the remote");
    expect(await repository.head()).toMatchObject({ commit: own });
  });

  test("is the checked-out one when the remote's head points nowhere", async () => {
    const one = checkout();
    const commit = one.commit("first");
    one.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone");
    expect(await (await open(one)).head()).toEqual({ ok: true, branch: "main", commit });
  });

  test("alone is read: neither the working tree, nor the index, nor another branch, nor a lost commit", async () => {
    const one = checkout();
    one.write("a.txt", "committed\n");
    const kept = one.commit("first");
    one.write("lost.txt", "secret\n");
    const lost = one.commit("lost");
    one.git("reset", "-q", "--hard", kept);
    one.git("checkout", "-q", "-b", "other");
    one.write("other.txt", "secret\n");
    const other = one.commit("other");
    one.git("checkout", "-q", "main");
    one.write("a.txt", "working tree secret\n");
    one.write("staged.txt", "secret\n");
    one.git("add", "staged.txt");
    const repository = await open(one);
    expect(await repository.tree()).toMatchObject({ entries: [{ path: "a.txt" }], truncated: false });
    expect(await repository.file({ path: "a.txt" })).toMatchObject({
      lines: [{ number: 1, text: "committed" }],
    });
    expect(await repository.search({ terms: "secret" })).toMatchObject({ hits: [] });
    for (const commit of [
      lost,
      other,
      "main",
      "HEAD",
      "HEAD~0",
      "--all",
      `${kept}^{tree}`,
      "f".repeat(40),
      kept.slice(0, 12),
    ]) {
      expect(await repository.file({ commit, path: "a.txt" })).toEqual(refused("not-found"));
      expect(await repository.history({ commit })).toEqual(refused("not-found"));
    }
  });
});
