import { expect, test } from "vitest";
import { LOGIN_COOKIE, loginCookie, readLoginCookie } from "./cookies.ts";

test("no script reads the login, no foreign form carries it, and with https it never travels in the clear", () => {
  const cookie = loginCookie("t".repeat(43), { secure: true });
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"])
    expect(cookie.split("; ")).toContain(attribute);
  expect(loginCookie("t", { secure: false })).not.toContain("Secure");
});

test("a dropped login ends at once in the browser", () => {
  expect(loginCookie(null, { secure: false })).toContain("Max-Age=0");
});

test("the login is found among other cookies, and only under its whole name", () => {
  expect(readLoginCookie(`theme=dark; ${LOGIN_COOKIE}=abc; lang=zh`)).toBe("abc");
  for (const header of [undefined, "", `x${LOGIN_COOKIE}=abc`, `${LOGIN_COOKIE}=`, LOGIN_COOKIE])
    expect(readLoginCookie(header), String(header)).toBeUndefined();
  expect(readLoginCookie(`${LOGIN_COOKIE}=${"a".repeat(257)}`)).toBeUndefined();
});
