import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Icon } from './Icon.js'
import { type LucideIcon } from './Icon.js'

export interface MenuAction {
  label: string
  icon: LucideIcon
  destructive?: boolean
  disabled?: boolean
  /** Below the label, such as why it is disabled. */
  hint?: string
  onSelect: () => void
}

interface ActionPopupProps {
  anchor: HTMLElement
  open: boolean
  actions: MenuAction[]
  onClose: () => void
}

/** The open menu of an ActionMenu. */
export function ActionPopup({ anchor, open, actions, onClose }: ActionPopupProps) {
  const chosen = useRef<MenuAction>(undefined)
  // A chosen action runs after the menu has closed and the focus is back on its button. A dialog that
  // the action opens then returns the focus to that button.
  const runChosen = () => {
    const action = chosen.current
    chosen.current = undefined
    action?.onSelect()
  }
  // A list update may remove the row and its menu. The chosen action still runs.
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
          <div>
            {action.label}
            {action.hint && (
              <Typography variant="body2" color="textSecondary">
                {action.hint}
              </Typography>
            )}
          </div>
        </MenuItem>
      ))}
    </Menu>
  )
}
