import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useEffect, useRef } from 'react'
import type { MenuAction } from './ActionMenu.js'
import { Icon } from './Icon.js'

interface ActionPopupProps {
  anchor: HTMLElement
  open: boolean
  actions: MenuAction[]
  onClose: () => void
}

/** The open menu of an ActionMenu. */
export function ActionPopup({ anchor, open, actions, onClose }: ActionPopupProps) {
  const chosen = useRef<MenuAction>(undefined)
  // Chosen actions run once the menu is gone and focus is back on its button: a dialog they open
  // then gives the focus back to that button too.
  const runChosen = () => {
    const action = chosen.current
    chosen.current = undefined
    action?.onSelect()
  }
  // A list that changes meanwhile may take the row away, and the menu with it: what was chosen is done all the same.
  useEffect(() => runChosen, [])
  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
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
            onClose()
          }}
        >
          <Icon icon={action.icon} />
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
