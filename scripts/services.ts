import { connect } from "node:net";

/** PostgreSQL and Redis that the tests may use: as the environment names them, else where they usually stand. */
export type FoundServices = { databaseUrl?: string; redisUrl?: string };

const STANDARD_DATABASE = "postgres://postgres@127.0.0.1:5432/postgres";
const STANDARD_REDIS = "redis://127.0.0.1:6379";

export async function findServices(env: NodeJS.ProcessEnv): Promise<FoundServices> {
  const named = { databaseUrl: env["TEST_DATABASE_URL"], redisUrl: env["TEST_REDIS_URL"] };
  const [database, redis] = await Promise.all([
    named.databaseUrl ? true : listens(STANDARD_DATABASE),
    named.redisUrl ? true : listens(STANDARD_REDIS),
  ]);
  return {
    ...(database ? { databaseUrl: named.databaseUrl || STANDARD_DATABASE } : {}),
    ...(redis ? { redisUrl: named.redisUrl || STANDARD_REDIS } : {}),
  };
}

function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const settle = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
