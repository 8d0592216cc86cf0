import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useGetMany, useTranslate, type RaRecord } from 'ra-core'
import { formatDateTime } from '../format.js'
import { Icon } from '../Icon.js'
import { isPeriod } from './periods.js'
import { recordName } from './record_name.js'
import type { ListFilter, ReferenceFilter } from './types.js'

interface FilterChipProps {
  filter: ListFilter
  /** All filter values of the list. */
  values: Record<string, unknown>
  onEdit: (anchor: HTMLElement) => void
  /** Absent while the filter is not set. */
  onRemove?: () => void
}

const Part = styled(ButtonBase)(({ theme }) => ({
  minHeight: 34,
  padding: '0 10px',
  fontSize: '0.8125rem',
  '&:hover': { backgroundColor: theme.palette.surface.selected },
  '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 8 },
}))

/** One filter. A press sets or changes it; the cross removes it. */
export function FilterChip({ filter, values, onEdit, onRemove }: FilterChipProps) {
  const translate = useTranslate()
  const value = values[filter.source]
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
          ) : 'period' in filter ? (
            periodText(values, translate)
          ) : value === undefined ? (
            translate('kit.list.any')
          ) : (
            words(filter.choices, value)
          )}
        </Box>
      </Part>
      {onRemove && (
        <Part
          aria-label={translate('kit.list.removeFilter', { name: filter.label })}
          onClick={onRemove}
          sx={{ px: 0.75, color: 'text.secondary' }}
        >
          <Icon icon={X} />
        </Part>
      )}
    </Box>
  )
}

const words = (choices: readonly { id: unknown; name: string }[], value: unknown) =>
  [value]
    .flat()
    .map((one) => choices.find(({ id }) => id === one)?.name ?? String(one))
    .join(', ')

function periodText(
  { after, before }: Record<string, unknown>,
  translate: ReturnType<typeof useTranslate>
): string {
  if (isPeriod(after)) return translate(`kit.list.period.${after}`)
  const time = (value: unknown) => {
    const isTime = typeof value === 'string' && !Number.isNaN(Date.parse(value))
    return isTime ? formatDateTime(value) : String(value)
  }
  if (after === undefined) return translate('kit.list.period.until', { time: time(before) })
  if (before === undefined) return translate('kit.list.period.since', { time: time(after) })
  return `${time(after)} – ${time(before)}`
}

function RecordName({ filter, id }: { filter: ReferenceFilter; id: string }) {
  // Every list supports reading several records by id; not all support reading one.
  const { data = [] } = useGetMany<RaRecord<string>>(
    filter.reference,
    { ids: [id] },
    { retry: false }
  )
  const record = data.find((one) => one?.id === id)
  return <>{record ? recordName(filter, record) : (filter.goneName ?? id.slice(0, 8))}</>
}
