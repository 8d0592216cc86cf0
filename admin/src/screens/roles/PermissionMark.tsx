import type { Theme } from '@mui/material/styles'
import { useTheme } from '@mui/material/styles'
import { Check, Minus } from 'lucide-react'

interface PermissionMarkProps {
  isHeld: boolean
  /** The full statement, for screen readers. */
  label: string
}

/** A check mark, or a placeholder. */
export function PermissionMark({ isHeld, label }: PermissionMarkProps) {
  const { tones } = useTheme<Theme>().palette
  const Glyph = isHeld ? Check : Minus
  return (
    <Glyph
      role="img"
      aria-label={label}
      size={16}
      strokeWidth={isHeld ? 2.25 : 1.5}
      color={isHeld ? tones.success.fg : tones.neutral.fg}
      style={{ verticalAlign: 'middle', opacity: isHeld ? 1 : 0.55 }}
    />
  )
}
