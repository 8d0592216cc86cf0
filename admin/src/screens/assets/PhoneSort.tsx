import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useTranslate, type SortPayload } from 'ra-core'

const sorts: Record<string, SortPayload> = {
  name: { field: 'name', order: 'ASC' },
  modified: { field: 'updatedAt', order: 'DESC' },
  size: { field: 'size', order: 'DESC' },
}

interface PhoneSortProps {
  sort: SortPayload
  onSort: (sort: SortPayload) => void
}

/** The sort order where there are no column heads to press. */
export default function PhoneSort({ sort, onSort }: PhoneSortProps) {
  const translate = useTranslate()
  const current = Object.keys(sorts).find((key) => sorts[key]?.field === sort.field)
  return (
    <Select
      size="small"
      value={current ?? 'name'}
      onChange={(event) => onSort(sorts[event.target.value] ?? sort)}
      SelectDisplayProps={{ 'aria-label': translate('assets.sortBy') }}
      sx={{ width: 124, flex: 'none' }}
    >
      {Object.keys(sorts).map((key) => (
        <MenuItem key={key} value={key}>
          {translate(`assets.column.${key}`)}
        </MenuItem>
      ))}
    </Select>
  )
}
