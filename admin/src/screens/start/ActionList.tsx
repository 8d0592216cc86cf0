import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Icon, IconTile, Section, type LucideIcon } from '@crossdock/admin/kit'
import { ArrowRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

export interface DashboardAction {
  to: string
  title: string
  text: string
  icon: LucideIcon
}

interface ActionListProps {
  title: string
  actions: DashboardAction[]
  /** Side by side where there is room, for a full-width block. */
  wide?: boolean
  /** Right of the title. */
  buttons?: ReactNode
}

/** Links to the most used areas. */
export const ActionList = memo(({ title, actions, wide, buttons }: ActionListProps) => (
  <Section title={title} actions={buttons} flush>
    <Box
      sx={{
        px: 1.25,
        pb: 1.25,
        display: 'grid',
        gap: 0.25,
        gridTemplateColumns: wide
          ? { xs: '1fr', md: 'repeat(auto-fit, minmax(220px, 1fr))' }
          : '1fr',
      }}
    >
      {actions.map(({ to, title: name, text, icon }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            p: 1.25,
            borderRadius: '8px',
            color: 'text.primary',
            textDecoration: 'none',
            '& .arrow': { color: 'text.disabled', transition: 'transform 120ms' },
            '&:hover': { bgcolor: 'action.hover' },
            '&:hover .arrow': { color: 'text.primary', transform: 'translateX(2px)' },
            '&:focus-visible': {
              outline: (theme) => `2px solid ${theme.palette.accent}`,
              outlineOffset: -2,
            },
          }}
        >
          <IconTile icon={icon} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500, lineHeight: 1.4 }}>{name}</Typography>
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          </Box>
          <Box className="arrow" sx={{ display: 'grid' }}>
            <Icon icon={ArrowRight} />
          </Box>
        </Box>
      ))}
    </Box>
  </Section>
))
