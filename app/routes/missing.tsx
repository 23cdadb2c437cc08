import { data } from "react-router";

/** Every address nobody else answers. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function Missing() {
  return null;
}
