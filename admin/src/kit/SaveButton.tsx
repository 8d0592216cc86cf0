import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'

interface SaveButtonProps {
  /** Whether there is nothing to save, or a save is running. */
  disabled: boolean
  children: ReactNode
}

/**
 * Submits its form. While focused it is disabled only by `aria-disabled`: a disabled button loses the focus,
 * and keyboard users would start at the top of the page again.
 */
export function SaveButton({ disabled, children }: SaveButtonProps) {
  const [hasFocus, setFocus] = useState(false)
  const isSaid = disabled && hasFocus
  return (
    <Button
      type="submit"
      variant="contained"
      sx={{ justifySelf: 'start' }}
      disabled={disabled && !hasFocus}
      aria-disabled={isSaid || undefined}
      className={isSaid ? 'Mui-disabled' : undefined}
      onClick={(event) => isSaid && event.preventDefault()}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {children}
    </Button>
  )
}
