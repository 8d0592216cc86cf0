import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import {
  Icon,
  isVisible,
  lazyPart,
  useBrand,
  usePermissions,
  type ConsoleMenuEntry,
} from '@crossdock/admin/kit'
import { ChevronDown } from 'lucide-react'
import { useStore, useTranslate } from 'ra-core'
import { memo, useId } from 'react'
import { Link, matchPath, NavLink, useLocation } from 'react-router-dom'
import { useRegistry } from '../registry/context.js'
import { byOrder, menuSections, sectionOf, type MenuSection } from '../registry/registry.js'
import { Logo } from '../kit/Logo.js'

const TenantPlace = lazyPart(() => import('../screens/tenants/working/TenantPlace.js'))

/** The store key of the folded groups. The server keeps the value for the person. */
const foldedKey = 'preferences.foldedMenu'
const NONE: MenuSection[] = []
const mainAlone: MenuSection[] = ['main']

const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 34,
  padding: '6px 10px',
  // A long name takes two lines, which must stay close together.
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

const Head = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  width: '100%',
  minHeight: 30,
  padding: '4px 10px',
  marginBottom: 2,
  border: 0,
  borderRadius: 8,
  background: 'none',
  font: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 500,
  textAlign: 'start',
  color: theme.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { color: theme.palette.text.primary },
  '&[aria-current]': {
    backgroundColor: theme.palette.surface.selected,
    color: theme.palette.text.primary,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: -2 },
  '& svg': { width: 14, height: 14, transition: 'transform 120ms' },
  '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
  [theme.breakpoints.down('md')]: { minHeight: 42 },
}))

/** The product logo and the main navigation by section, with what this person may open. */
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
      {/* Keeps the space while the code of the content loads. */}
      <Box sx={{ flex: 'none', height: 48, px: 1.5 }}>
        <TenantPlace />
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2.25, px: 1.5, pt: 1, pb: 3 }}>
        {/* The few entries that work without an organization need no groups. */}
        {(who.hasTenant ? menuSections : mainAlone).map((section) => (
          <Group
            key={section}
            section={section}
            entries={
              who.hasTenant
                ? visible.filter((entry) => sectionOf(entry) === section)
                : visible.toSorted(byOrder)
            }
            all={visible}
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
  /** The entries of all groups. */
  all: ConsoleMenuEntry[]
  onNavigate?: () => void
}

function Group({ section, entries, all, onNavigate }: GroupProps) {
  const translate = useTranslate()
  const id = useId()
  const [stored, setFolded] = useStore<unknown>(foldedKey, NONE)
  // Stored preferences can hold any value.
  const folded = Array.isArray(stored) ? (stored as MenuSection[]) : NONE
  const { pathname } = useLocation()
  if (entries.length === 0) return null
  const isMain = section === 'main'
  const isOpen = isMain || !folded.includes(section)
  const isBelow = (to: string) => matchPath({ path: to, end: false }, pathname) !== null
  const isHere = () => entries.some(({ to }) => isBelow(to) && !isOther(to))
  /** Whether another entry, with a longer path, matches the open page better. */
  const isOther = (of: string) => all.some(({ to }) => to.startsWith(`${of}/`) && isBelow(to))
  const toggle = () =>
    setFolded(isOpen ? [...folded, section] : folded.filter((one) => one !== section))
  return (
    <div>
      {!isMain && (
        <Head
          type="button"
          id={`${id}-head`}
          aria-expanded={isOpen}
          aria-controls={id}
          // If the group is open, its entry is marked instead.
          aria-current={!isOpen && isHere() ? 'true' : undefined}
          onClick={toggle}
        >
          {translate(`shell.section.${section}`)}
          <Icon icon={ChevronDown} />
        </Head>
      )}
      <Box
        component="ul"
        id={id}
        aria-labelledby={isMain ? undefined : `${id}-head`}
        hidden={!isOpen}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: '2px',
          '&[hidden]': { display: 'none' },
        }}
      >
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <Entry to={to} end={isOther(to)} onClick={onNavigate}>
              <Icon icon={icon} />
              {translate(label, { _: label })}
            </Entry>
          </li>
        ))}
      </Box>
    </div>
  )
}
