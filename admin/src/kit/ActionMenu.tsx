import IconButton from '@mui/material/IconButton'
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
  actions: MenuAction[]
}

/** The three dots at the end of a row. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open || undefined}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
      >
        <Icon icon={Ellipsis} />
      </IconButton>
      {anchor && (
        <ActionPopup anchor={anchor} open={open} actions={actions} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
