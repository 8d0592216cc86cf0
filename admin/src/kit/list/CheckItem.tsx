import Box from '@mui/material/Box'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import { Check } from 'lucide-react'
import { Icon } from '../Icon.js'

interface CheckItemProps extends MenuItemProps {
  checked: boolean
  /** Whether only one of several items can be checked. */
  single?: boolean
}

/** A menu item that is on or off. */
export const CheckItem = ({ checked, single, children, ...rest }: CheckItemProps) => (
  <MenuItem role={single ? 'menuitemradio' : 'menuitemcheckbox'} aria-checked={checked} {...rest}>
    <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      {children}
    </Box>
    <Box component="span" sx={{ display: 'flex', visibility: checked ? 'visible' : 'hidden' }}>
      <Icon icon={Check} />
    </Box>
  </MenuItem>
)
