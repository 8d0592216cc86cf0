import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
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
  const chosen = useRef<MenuAction>(undefined)
  // Chosen actions run once the menu is gone and focus is back on its button: a dialog they open
  // then gives the focus back to that button too.
  const runChosen = () => {
    chosen.current?.onSelect()
    chosen.current = undefined
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor ? true : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon icon={Ellipsis} />
      </IconButton>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ transition: { onExited: runChosen } }}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            disabled={action.disabled}
            sx={action.destructive ? { color: 'error.main' } : undefined}
            onClick={() => {
              chosen.current = action
              setAnchor(null)
            }}
          >
            <Icon icon={action.icon} />
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
