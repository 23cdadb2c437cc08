import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDb, queryRows, type Database } from "./client.ts";

const log = { info: () => undefined, warn: () => undefined };
const children: ChildProcess[] = [];
const directories: string[] = [];
const open: Database[] = [];

let prepared: string;
beforeAll(async () => {
  prepared = mkdtempSync(path.join(tmpdir(), "chopin-db-"));
  await (await openDb({ dataDir: prepared, log })).close();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "chopin-db-"));
  directories.push(directory);
  return directory;
}

/** A copy of a database that was made once: making one takes seconds. */
function preparedDirectory(): string {
  const directory = emptyDirectory();
  cpSync(path.join(prepared, "db"), path.join(directory, "db"), { recursive: true });
  return directory;
}

async function openIn(dataDir: string): Promise<Database> {
  const database = await openDb({ dataDir, log });
  open.push(database);
  return database;
}

/** Another process that opens the same directory and then runs `then`, with `db`, `sql` and `say` at hand. */
function start(
  dataDir: string,
  then: string,
): { child: ChildProcess; said: string[]; heard(text: string): Promise<void> } {
  const script = `
    import { openDb } from ${JSON.stringify(new URL("./client.ts", import.meta.url).href)};
    import { sql } from ${JSON.stringify(import.meta.resolve("drizzle-orm"))};
    const say = (text) => process.stdout.write(text + "\\n");
    try {
      const { db, close } = await openDb({ dataDir: ${JSON.stringify(dataDir)}, log: { info: say, warn: say } });
      say("open");
      ${then}
    } catch (error) {
      say("refused " + error.code + " " + error.message);
      process.exit(3);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const said: string[] = [];
  let rest = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    said.push(...lines);
  });
  return {
    child,
    said,
    async heard(text) {
      while (!said.some((line) => line.startsWith(text))) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`ended; said ${said.join(" | ")}`);
        await delay(5);
      }
    },
  };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

const hold = "setInterval(() => undefined, 1000);";

describe("the lock of the embedded database", () => {
  test("a second process is refused with the process and the directory of the first", async () => {
    const dataDir = preparedDirectory();
    const first = start(dataDir, hold);
    await first.heard("open");
    const attempt = openDb({ dataDir, log });
    await expect(attempt).rejects.toMatchObject({ code: "database-in-use" });
    await expect(attempt).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by process ${first.child.pid}, started in ${process.cwd()}.`,
    );

    await kill(first.child, "SIGKILL");
    await openIn(dataDir);
  });

  test("a second opening within one process is refused as well, and closing gives it free", async () => {
    const dataDir = preparedDirectory();
    const database = await openDb({ dataDir, log });
    await expect(openDb({ dataDir, log })).rejects.toMatchObject({ code: "database-in-use" });
    await database.close();
    await openIn(dataDir);
  });

  test("of several that start at the same moment exactly one opens", async () => {
    const dataDir = emptyDirectory();
    const starters = [1, 2, 3].map(() => start(dataDir, hold));
    const outcomes = await Promise.all(
      starters.map(async (one) => {
        while (!one.said.some((line) => line === "open" || line.startsWith("refused"))) await delay(10);
        return one.said.at(-1);
      }),
    );
    expect(outcomes.filter((line) => line === "open")).toHaveLength(1);
    expect(outcomes.filter((line) => line?.startsWith("refused database-in-use"))).toHaveLength(2);
  });

  test("a note that names a living process blocks nothing once its writer is gone", async () => {
    const dataDir = preparedDirectory();
    writeFileSync(
      path.join(dataDir, "db.owner.json"),
      JSON.stringify({ pid: process.pid, host: "", directory: "/" }),
    );
    await openIn(dataDir);
  });
});

describe("a process that dies", () => {
  test("loses nothing that was acknowledged, however often and whenever it is killed", async () => {
    const dataDir = preparedDirectory();
    const acknowledged: string[] = [];
    for (const moment of [0, 40, 150]) {
      const writer = start(
        dataDir,
        `await db.execute(sql\`create table if not exists kept (id text primary key)\`);
         for (let index = 0; ; index += 1) {
           const id = process.pid + "-" + index;
           await db.execute(sql\`insert into kept values (\${id})\`);
           say("kept " + id);
         }`,
      );
      await writer.heard("kept");
      await delay(moment);
      await kill(writer.child, "SIGKILL");
      acknowledged.push(
        ...writer.said.filter((line) => line.startsWith("kept ")).map((line) => line.slice(5)),
      );
    }
    const { db } = await openIn(dataDir);
    const rows = await queryRows<{ id: string }>(db, sql`select id from kept`);
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThan(3);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });

  test("inside a transaction leaves the database as it was before", async () => {
    const dataDir = preparedDirectory();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const writer = start(
        dataDir,
        `await db.execute(sql\`create table if not exists kept (id int)\`);
         await db.execute(sql\`insert into kept values (1)\`);
         await db.transaction(async (tx) => {
           await tx.execute(sql\`delete from kept\`);
           await tx.execute(sql\`insert into kept select 2 from generate_series(1, 50000)\`);
           say("inside");
           await new Promise((resolve) => setTimeout(resolve, 60_000));
         });`,
      );
      await writer.heard("inside");
      await kill(writer.child, signal);
    }
    const { db } = await openIn(dataDir);
    expect(await queryRows(db, sql`select id, count(*)::int as times from kept group by id`)).toEqual([
      { id: 1, times: 2 },
    ]);
  });

  test("during its very first start leaves nothing that keeps the next from starting", async () => {
    const dataDir = emptyDirectory();
    for (const moment of [0, 300, 900]) {
      const first = start(dataDir, hold);
      await first.heard("creating");
      await delay(moment);
      await kill(first.child, "SIGKILL");
    }
    const { db } = await openIn(dataDir);
    expect(await queryRows(db, sql`select 1 as one from chopin_migrations`)).not.toEqual([]);
    expect(existsSync(path.join(dataDir, "db.new"))).toBe(false);
  });
});

test("closing waits for a transaction that runs", async () => {
  const database = await openDb({ dataDir: preparedDirectory(), log });
  const done = database.db.transaction(async (tx) => {
    await tx.execute(sql`create table slow (id int)`);
    await delay(100);
    await tx.execute(sql`insert into slow values (1)`);
    return "committed";
  });
  await delay(20);
  await Promise.all([database.close(), expect(done).resolves.toBe("committed")]);
});

test("what lies in the place of the database and is none is left alone", async () => {
  const dataDir = emptyDirectory();
  mkdirSync(path.join(dataDir, "db"));
  writeFileSync(path.join(dataDir, "db", "diary.txt"), "mine");
  await expect(openDb({ dataDir, log })).rejects.toMatchObject({ code: "database-directory" });
  expect(readFileSync(path.join(dataDir, "db", "diary.txt"), "utf8")).toBe("mine");
});

test("a directory that cannot be made is named", async () => {
  const file = path.join(emptyDirectory(), "file");
  writeFileSync(file, "");
  await expect(openDb({ dataDir: path.join(file, "data"), log })).rejects.toMatchObject({
    code: "database-directory",
    message: expect.stringContaining(`DATA_DIR ${path.join(file, "data")}`),
  });
});
