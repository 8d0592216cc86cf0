/** Encoded characters that affect where a path leads. `%25` can hide any of them. */
const written = /%(25|2e|2f|3b|5c)/gi

/** Further encodings of a dot or slash that old servers accept: `%u002e`, overlong bytes (`%c0%ae`). */
const otherwiseWritten = /%u[0-9a-f]{4}|%c[01]%[89ab]|%e0%[89]|%f0%8/i
/** A dot segment. Servers may cut it at parameters, white space, NUL, `?` and `#`. */
const dots = /^\.{1,2}([;?#\s]|%[0-2]|%3f|%7f|$)/i

/**
 * Returns whether a path could lead out of its base. It could with a segment `.` or `..`, at any encoding depth,
 * with either slash, or with a suffix that some servers cut off (`..;a=b`, `..%20`).
 */
export function leavesBase(pathname: string): boolean {
  let path = pathname
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(written, (code) => decodeURIComponent(code))
  }
  return otherwiseWritten.test(path) || path.split(/[/\\]/).some((segment) => dots.test(segment))
}

/** Control characters such as line breaks. URL parsing silently removes them, so refuse them first. */
// eslint-disable-next-line no-control-regex
export const holdsControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

/** Returns whether a text is valid in a header. */
export const isHeaderText = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
