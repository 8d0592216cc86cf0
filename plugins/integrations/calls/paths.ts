/** The signs that decide where a path leads, as they may be written in it; `%25` hides any of them. */
const written = /%(25|2e|2f|3b|5c)/gi

/**
 * Whether a path, below whatever base it is put, could lead out of it: a segment `.` or `..`,
 * however often it is encoded, with either slash, or with parameters (`..;a=b`, which some servers cut off).
 */
export function leavesBase(pathname: string): boolean {
  let path = pathname
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(written, (code) => decodeURIComponent(code))
  }
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}(;|$)/.test(segment))
}

/** Line ends and the like: addresses are cleaned of them without a word, so they are refused before. */
// eslint-disable-next-line no-control-regex
export const holdsControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)
