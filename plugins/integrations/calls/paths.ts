/** The signs that decide where a path leads, as they may be written in it; `%25` hides any of them. */
const written = /%(25|2e|2f|3b|5c)/gi

/** A dot or slash as old servers read them besides: `%u002e`, overlong bytes (`%c0%ae`). */
const otherwiseWritten = /%u[0-9a-f]{4}|%c[01]%[89ab]|%e0%[89]|%f0%8/i
/** Where a server may end a segment, or drop what follows: parameters, white space, NUL, `?` and `#`. */
const dots = /^\.{1,2}([;?#\s]|%[0-2]|%3f|%7f|$)/i

/**
 * Whether a path, below whatever base it is put, could lead out of it: a segment `.` or `..`,
 * however often it is encoded, with either slash, or with what some servers cut off (`..;a=b`, `..%20`).
 */
export function leavesBase(pathname: string): boolean {
  let path = pathname
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(written, (code) => decodeURIComponent(code))
  }
  return otherwiseWritten.test(path) || path.split(/[/\\]/).some((segment) => dots.test(segment))
}

/** Line ends and the like: addresses are cleaned of them without a word, so they are refused before. */
// eslint-disable-next-line no-control-regex
export const holdsControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

/** Whether a header can carry a text. */
export const isHeaderText = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
