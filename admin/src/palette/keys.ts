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

/** The caps to press for keys as useShortcut names them, one after the other. */
export const capsOf = (keys: string): string[] =>
  keys
    .split(' ')
    .flatMap((key) =>
      (key.length > 1 ? key.split('+') : [key]).map(
        (cap) => words[cap] ?? (cap.length === 1 ? cap.toUpperCase() : cap)
      )
    )
