import { styled } from '@mui/material/styles'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActionPopup } from './ActionPopup.js'
import { Icon } from './Icon.js'
import type { MenuAction } from './ActionPopup.js'

export interface ActionMenuProps {
  /** Accessible name of the button: "Actions for …". */
  label: string
  /** The actions. Lists with many menus give a function, which creates the actions when a menu opens. */
  actions: MenuAction[] | (() => MenuAction[])
}

// Looks like MUI's small IconButton, which is too slow for one per row of a long list.
const Dots = styled('button')(({ theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  width: 30,
  height: 30,
  padding: 0,
  border: 0,
  borderRadius: 8,
  color: theme.palette.text.secondary,
  backgroundColor: 'transparent',
  cursor: 'pointer',
  verticalAlign: 'middle',
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
}))

/** The three dots at the end of a row. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Dots
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open || undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        <Icon icon={Ellipsis} />
      </Dots>
      {anchor && (
        <ActionPopup
          anchor={anchor}
          open={open}
          actions={typeof actions === 'function' ? actions() : actions}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
