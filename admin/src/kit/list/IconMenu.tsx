import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { useState, type ReactNode } from 'react'
import { Icon, type LucideIcon } from '../Icon.js'
import { Tooltip } from '../Tooltip.js'

interface IconMenuProps {
  label: string
  icon: LucideIcon
  /** The items. `close` is for items that end the choice. */
  children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a menu. */
export function IconMenu({ label, icon, children }: IconMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor ? true : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon icon={icon} />
        </IconButton>
      </Tooltip>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {children(close)}
      </Menu>
    </>
  )
}
