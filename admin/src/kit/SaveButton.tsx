import Button from '@mui/material/Button'
import { useState, type ReactNode } from 'react'

interface SaveButtonProps {
  /** There is nothing to save, or it is being saved. */
  disabled: boolean
  children: ReactNode
}

/**
 * Submits its form. While it has the focus it is only said to be disabled: a button that really is loses the focus,
 * and whoever has just pressed it would begin at the top of the page again.
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
