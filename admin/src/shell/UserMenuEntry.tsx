import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import { Icon, type ConsoleCommand } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

interface UserMenuEntryProps extends MenuItemProps {
  entry: ConsoleCommand
  onClose: () => void
}

/** An entry of the user menu: opens an address, or runs the action of its hook. */
export function UserMenuEntry({ entry, onClose, ...props }: UserMenuEntryProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { label, icon, to, useRun } = entry
  const run = useRun?.()
  return (
    <MenuItem
      {...props}
      onClick={() => {
        onClose()
        if (to) void navigate(to)
        else run?.()
      }}
    >
      <Icon icon={icon} />
      {translate(label, { _: label })}
    </MenuItem>
  )
}
