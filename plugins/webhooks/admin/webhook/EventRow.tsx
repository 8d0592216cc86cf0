import type { WebhookEventType } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { code } from '../pieces/text_style.js'

interface EventRowProps {
  type: Pick<WebhookEventType, 'name' | 'description'>
  isOpen: boolean
  onToggle: () => void
  /** Shown below the row while it is open. Without it, the row does not open. */
  children?: ReactNode
}

/** A subscribed event; opening it shows an example. */
export function EventRow({ type, isOpen, onToggle, children }: EventRowProps) {
  const id = useId()
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        disabled={!children}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        sx={{
          display: 'grid',
          width: 1,
          textAlign: 'left',
          alignItems: 'center',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr) auto',
            sm: 'minmax(0, 2fr) minmax(0, 3fr) auto',
          },
          columnGap: 2,
          minHeight: 44,
          px: { xs: 2, sm: 2.5 },
          py: 1,
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible': { outlineOffset: -2 },
        }}
      >
        <Box component="span" sx={code}>
          {type.name}
        </Box>
        <Typography
          variant="body2"
          component="span"
          color="textSecondary"
          sx={{ gridColumn: { xs: 1, sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}
        >
          {type.description}
        </Typography>
        {children && (
          <Box
            component="span"
            sx={{
              display: 'flex',
              color: 'text.secondary',
              transform: isOpen ? 'rotate(180deg)' : undefined,
            }}
          >
            <Icon icon={ChevronDown} />
          </Box>
        )}
      </ButtonBase>
      {isOpen && (
        <Box id={id} sx={{ px: { xs: 2, sm: 2.5 }, pt: 0.5, pb: 2 }}>
          {children}
        </Box>
      )}
    </Box>
  )
}
