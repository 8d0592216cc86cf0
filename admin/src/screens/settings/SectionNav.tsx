import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ConsoleTab } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { groupOf, groups, sectionPath } from './groups.js'

interface SectionNavProps {
  tabs: readonly ConsoleTab[]
  open: ConsoleTab | undefined
}

const Entry = styled(Link)(({ theme }) => ({
  display: 'block',
  padding: '6px 10px',
  borderRadius: 8,
  fontSize: '0.875rem',
  lineHeight: '22px',
  fontWeight: 500,
  textDecoration: 'none',
  color: theme.palette.text.secondary,
  '&:hover': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.primary },
  '&[aria-current]': {
    backgroundColor: theme.palette.surface.selected,
    color: theme.palette.text.primary,
  },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: -2 },
}))

/** The navigation between sections: links next to them, or one field on small screens. */
export function SectionNav({ tabs, open }: SectionNavProps) {
  const translate = useTranslate()
  const parts = groups.map((name) => ({
    name,
    label: translate(`settings.group.${name}`),
    entries: tabs
      .filter((tab) => groupOf(tab) === name)
      .map(({ id, label }) => ({ id, label: translate(label, { _: label }) })),
  }))
  const filled = parts.filter(({ entries }) => entries.length > 0)
  return (
    <>
      <Box
        component="nav"
        aria-label={translate('settings.sections')}
        sx={{
          display: { xs: 'none', md: 'grid' },
          gap: 2.5,
          position: 'sticky',
          top: 'calc(var(--bar-height, 0px) + 56px + 32px)',
        }}
      >
        {filled.map(({ name, label, entries }) => (
          <Group key={name} label={label} entries={entries} open={open?.id} />
        ))}
      </Box>
      <Narrow parts={filled} open={open?.id} />
    </>
  )
}

interface Part {
  label: string
  entries: { id: string; label: string }[]
}

function Group({ label, entries, open }: Part & { open: string | undefined }) {
  const id = useId()
  return (
    <div>
      <Typography
        id={id}
        variant="caption"
        component="p"
        color="textSecondary"
        sx={{ px: 1.25, pb: 0.75, fontWeight: 500 }}
      >
        {label}
      </Typography>
      <Box
        component="ul"
        aria-labelledby={id}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '2px' }}
      >
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry to={sectionPath(entry.id)} aria-current={entry.id === open ? 'page' : undefined}>
              {entry.label}
            </Entry>
          </li>
        ))}
      </Box>
    </div>
  )
}

function Narrow({ parts, open = '' }: { parts: Part[]; open?: string | undefined }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const isKnown = parts.some(({ entries }) => entries.some(({ id }) => id === open))
  return (
    <TextField
      select
      fullWidth
      label={translate('settings.sections')}
      value={isKnown ? open : ''}
      onChange={({ target }) => void navigate(sectionPath(target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ display: { md: 'none' } }}
    >
      {!isKnown && <option value="" />}
      {parts.map(({ label, entries }) => (
        <optgroup key={label} label={label}>
          {entries.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {entry.label}
            </option>
          ))}
        </optgroup>
      ))}
    </TextField>
  )
}
