import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

export type BadgeVariant =
  | 'default'
  | 'secondary'
  | 'destructive'
  | 'outline'
  | 'success'
  | 'warning'
  | 'info'

const toneOf = {
  secondary: 'neutral',
  destructive: 'danger',
  success: 'success',
  warning: 'warning',
  info: 'info',
} as const

const Root = styled('span', { shouldForwardProp: (prop) => prop !== 'variant' })<{
  variant: BadgeVariant
}>(({ theme, variant }) => {
  const base = {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    height: 22,
    padding: '0 8px',
    border: '1px solid transparent',
    borderRadius: 6,
    fontSize: '0.75rem',
    fontWeight: 500,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    flex: 'none',
  } as const
  if (variant === 'default') {
    const { main, contrastText } = theme.palette.primary
    return { ...base, color: contrastText, backgroundColor: main }
  }
  if (variant === 'outline') {
    return {
      ...base,
      color: theme.palette.text.secondary,
      borderColor: theme.palette.surface.border,
    }
  }
  const tone = theme.palette.tones[toneOf[variant]]
  return { ...base, color: tone.fg, backgroundColor: tone.bg }
})

const Dot = styled('span')({
  width: 6,
  height: 6,
  borderRadius: '50%',
  backgroundColor: 'currentColor',
})

export interface BadgeProps {
  variant?: BadgeVariant
  /** Show a status dot before the text. */
  dot?: boolean
  children: ReactNode
}

/** Small label that names a state or a kind. */
export const Badge = ({ variant = 'default', dot, children }: BadgeProps) => (
  <Root variant={variant}>
    {dot && <Dot aria-hidden />}
    {children}
  </Root>
)
