import Box from '@mui/material/Box'
import { Icon } from '@crossdock/admin/kit'
import type { ContractSide } from '../model.js'
import { endIcons } from './end_icons.js'
import { useEndName } from './use_end_name.js'

/** One end of a contract in one line: its computer or system, and its folder. */
export const End = ({ side }: { side: Pick<ContractSide, 'type' | 'label' | 'path'> }) => {
  const name = useEndName()(side)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, lineHeight: '22px' }}>
      <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon icon={endIcons[side.type]} size={15} />
      </Box>
      <Box
        component="span"
        title={`${name} ${side.path}`}
        sx={{
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: 'text.secondary',
        }}
      >
        <Box component="span" sx={{ color: 'text.primary', fontWeight: 500 }}>
          {name}
        </Box>{' '}
        {side.path}
      </Box>
    </Box>
  )
}
