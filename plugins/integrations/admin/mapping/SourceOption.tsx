import type { MappingSource } from '@crossdock/client'
import Box from '@mui/material/Box'
import { mono } from '@crossdock/admin/kit'
import { useId, type HTMLAttributes, type ReactNode } from 'react'

type ItemProps = HTMLAttributes<HTMLLIElement>

interface SourceOptionProps extends ItemProps {
  of: MappingSource
  /** Shown instead of a value. */
  note?: string
}

/** A source with its present value. */
export const SourceOption = ({ of: { source, value }, note, ...item }: SourceOptionProps) => (
  <li {...item}>
    <Box component="span" sx={{ flex: 'none', maxWidth: '70%', overflowWrap: 'anywhere', ...code }}>
      {source}
    </Box>
    <Box
      component="span"
      sx={{
        flex: 1,
        minWidth: 0,
        pl: 2,
        textAlign: 'right',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        color: 'text.secondary',
        fontSize: '0.8125rem',
      }}
    >
      {note ?? shown(value)}
    </Box>
  </li>
)

/**
 * Shows the sources of one map under its name. The group of the library has roles that a list box must not
 * contain.
 */
export function SourceGroup({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <li role="presentation">
      <Box
        id={id}
        role="presentation"
        sx={{ px: 1.125, pt: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}
      >
        {name}
      </Box>
      <Box component="ul" role="group" aria-labelledby={id} sx={{ m: 0, p: 0 }}>
        {children}
      </Box>
    </li>
  )
}

const code = { fontFamily: mono, fontSize: '0.8125rem' }

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
