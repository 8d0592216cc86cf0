import type { ReactNode } from 'react'

/** Text only for screen readers. */
export const ScreenReaderOnly = ({ children }: { children: ReactNode }) => (
  <span
    style={{
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </span>
)
