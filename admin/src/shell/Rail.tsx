import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import {
  Icon,
  isVisible,
  useBrand,
  usePermissions,
  type ConsoleMenuEntry,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { memo, useId } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useRegistry } from '../registry/context.js'
import type { MenuSection } from '../registry/registry.js'
import { Logo } from './Logo.js'

const sections: MenuSection[] = ['main', 'people', 'operate', 'system']

const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 34,
  padding: '6px 10px',
  // A long name takes two lines, and they stand together.
  lineHeight: 1.3,
  borderRadius: 8,
  fontSize: '0.875rem',
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.palette.text.secondary,
  transition: 'background-color 100ms, color 100ms',
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&.active': {
    backgroundColor: theme.palette.surface.selected,
    color: theme.palette.text.primary,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: -2 },
  [theme.breakpoints.down('md')]: { minHeight: 42 },
}))

/** The product's sign and the main navigation: what this person may open, by section. */
export const Rail = memo(function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const translate = useTranslate()
  const { menu } = useRegistry()
  const { name } = useBrand()
  const who = usePermissions()
  const visible = menu.filter((entry) => isVisible(entry, who))
  return (
    <Box
      component="nav"
      aria-label={translate('shell.navigation')}
      sx={{ display: 'flex', flexDirection: 'column', height: 1, overflowY: 'auto' }}
    >
      <Box
        component={Link}
        to="/dashboard"
        onClick={onNavigate}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          height: 56,
          px: 2.25,
          flex: 'none',
          color: 'text.primary',
          textDecoration: 'none',
          fontWeight: 600,
          fontSize: '0.9375rem',
          letterSpacing: '-0.015em',
        }}
      >
        <Logo />
        <Typography component="span" noWrap sx={{ font: 'inherit', letterSpacing: 'inherit' }}>
          {name}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 1.5, pt: 1, pb: 3 }}>
        {sections.map((section) => (
          <Group
            key={section}
            section={section}
            entries={visible.filter((entry) => (entry.section ?? 'operate') === section)}
            onNavigate={onNavigate}
          />
        ))}
      </Box>
    </Box>
  )
})

interface GroupProps {
  section: MenuSection
  entries: ConsoleMenuEntry[]
  onNavigate?: () => void
}

function Group({ section, entries, onNavigate }: GroupProps) {
  const translate = useTranslate()
  const id = useId()
  if (entries.length === 0) return null
  return (
    <div>
      {section !== 'main' && (
        <Typography
          variant="caption"
          component="p"
          id={id}
          color="textSecondary"
          sx={{ px: 1.25, pb: 0.75, fontWeight: 500 }}
        >
          {translate(`shell.section.${section}`)}
        </Typography>
      )}
      <Box
        component="ul"
        aria-labelledby={section === 'main' ? undefined : id}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}
      >
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <Entry to={to} onClick={onNavigate}>
              <Icon icon={icon} />
              {translate(label, { _: label })}
            </Entry>
          </li>
        ))}
      </Box>
    </div>
  )
}
