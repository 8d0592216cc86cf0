import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Icon, InitialsAvatar } from '@crossdock/admin/kit'
import { Check, Globe } from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import { Keys } from '../../../palette/Keys.js'
import type { KnownTenant } from './use_enter.js'

/** A line of the chooser. */
export interface Choice {
  key: string
  /** The group heading. */
  group: string
  label: string
  detail: string
  /** null: all organizations. */
  tenant: KnownTenant | null
}

interface TenantOptionProps extends HTMLAttributes<HTMLElement> {
  choice: Choice
  isCurrent: boolean
}

/** A choice, which is one organization or all organizations, with its name and one line about it. */
export const TenantOption = ({ choice, isCurrent, ...props }: TenantOptionProps) => (
  <Box
    {...props}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.25,
      minHeight: 44,
      px: 1,
      borderRadius: '7px',
      cursor: 'pointer',
      '& .enter': { display: 'none' },
      '&.Mui-focused': { bgcolor: (theme) => theme.palette.surface.selected },
      '&.Mui-focused .enter': { display: { md: 'flex' } },
    }}
  >
    <PlaceLines name={choice.label} detail={choice.detail} isAll={choice.tenant === null} />
    {isCurrent ? (
      <Icon icon={Check} />
    ) : (
      <Box className="enter" aria-hidden>
        <Keys keys="Enter" />
      </Box>
    )}
  </Box>
)

/** The button that shows the current place and opens the choice. */
export const placeButton = {
  gap: 1.25,
  width: 1,
  height: 44,
  px: 1,
  border: 1,
  borderColor: 'surface.border',
  borderRadius: '8px',
  bgcolor: 'background.paper',
} as const

interface PlaceLinesProps {
  name: string
  detail: ReactNode
  isAll: boolean
}

/** The current place: icon, name and one line below. */
export const PlaceLines = ({ name, detail, isAll }: PlaceLinesProps) => (
  <>
    {isAll ? (
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          flex: 'none',
          width: 26,
          height: 26,
          borderRadius: '7px',
          bgcolor: (theme) => theme.palette.surface.selected,
        }}
      >
        <Icon icon={Globe} size={15} />
      </Box>
    ) : (
      <InitialsAvatar name={name} size={26} square />
    )}
    <Box component="span" sx={{ flex: 1, minWidth: 0, textAlign: 'start' }}>
      <Typography
        component="span"
        noWrap
        sx={{ display: 'block', fontSize: '0.8125rem', fontWeight: 500, lineHeight: '17px' }}
      >
        {name}
      </Typography>
      <Typography
        component="span"
        noWrap
        color="textSecondary"
        sx={{ display: 'block', fontSize: '0.75rem', lineHeight: '16px' }}
      >
        {detail}
      </Typography>
    </Box>
  </>
)
