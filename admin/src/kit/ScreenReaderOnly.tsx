import type { ReactNode } from 'react'

/** Text for screen readers where the eye sees enough. */
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
