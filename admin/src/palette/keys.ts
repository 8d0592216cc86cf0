const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const words: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  Enter: '↵',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Space: '␣',
}

/** Returns the key caps to press, in order, for keys in the format of useShortcut. */
export const capsOf = (keys: string): string[] =>
  keys
    .split(' ')
    .flatMap((key) =>
      (key.length > 1 ? key.split('+') : [key]).map(
        (cap) => words[cap] ?? (cap.length === 1 ? cap.toUpperCase() : cap)
      )
    )
