import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useGetOne, useTranslate } from 'ra-core'
import { Icon } from '../Icon.js'
import type { ListFilter, ReferenceFilter } from './types.js'

interface FilterChipProps {
  filter: ListFilter
  value: unknown
  onEdit: (anchor: HTMLElement) => void
  onRemove: () => void
}

const Part = styled(ButtonBase)(({ theme }) => ({
  minHeight: 34,
  padding: '0 10px',
  fontSize: '0.8125rem',
  '&:hover': { backgroundColor: theme.palette.surface.selected },
  '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 8 },
}))

/** One filter that is set: pressed it can be changed, its cross takes it away. */
export function FilterChip({ filter, value, onEdit, onRemove }: FilterChipProps) {
  const translate = useTranslate()
  return (
    <Box
      sx={{
        display: 'inline-flex',
        maxWidth: '100%',
        overflow: 'hidden',
        border: 1,
        borderColor: (theme) => theme.palette.surface.border,
        borderRadius: '8px',
        bgcolor: (theme) => theme.palette.surface.inset,
      }}
    >
      <Part
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onEdit(currentTarget)}
        sx={{ minWidth: 0, gap: 0.75 }}
      >
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {filter.label}
        </Box>
        <Box
          component="span"
          sx={{
            fontWeight: 500,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {'reference' in filter ? (
            <RecordName filter={filter} id={String(value)} />
          ) : (
            words(filter.choices, value)
          )}
        </Box>
      </Part>
      <Part
        aria-label={translate('kit.list.removeFilter', { name: filter.label })}
        onClick={onRemove}
        sx={{ px: 0.75, color: 'text.secondary' }}
      >
        <Icon icon={X} />
      </Part>
    </Box>
  )
}

const words = (choices: readonly { id: unknown; name: string }[], value: unknown) =>
  [value]
    .flat()
    .map((one) => choices.find(({ id }) => id === one)?.name ?? String(one))
    .join(', ')

function RecordName({ filter, id }: { filter: ReferenceFilter; id: string }) {
  const { data } = useGetOne<{ id: string; name: string }>(
    filter.reference,
    { id },
    { retry: false }
  )
  return <>{data?.name ?? id.slice(0, 8)}</>
}
