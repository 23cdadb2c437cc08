import type { Route } from "./+types/home-list.ts";
import { homeLists } from "./home-lists.ts";

/** Home's lists, for a page that has them on screen already. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(await homeLists(context, request));
}
