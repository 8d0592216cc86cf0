import { styled } from '@mui/material/styles'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ActionPopup } from './ActionPopup.js'
import { Icon, type LucideIcon } from './Icon.js'

export interface MenuAction {
  label: string
  icon: LucideIcon
  destructive?: boolean
  disabled?: boolean
  onSelect: () => void
}

export interface ActionMenuProps {
  /** Accessible name of the button: "Actions for …". */
  label: string
  /** A function where there are many menus and few are ever opened. */
  actions: MenuAction[] | (() => MenuAction[])
}

// As MUI's small IconButton, of which a long list would have one a row.
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
