import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import useAutocomplete from '@mui/material/useAutocomplete'
import { Icon, useSettled, type ConsoleCommand } from '@crossdock/admin/kit'
import { Search, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PaletteItem } from './model.js'
import { takeTyped } from './overlay.js'
import { PaletteRow } from './PaletteRow.js'
import { useItems } from './use_items.js'

export interface PaletteProps {
  onRun: (command: ConsoleCommand) => void
  onClose: () => void
}

/** Finds screens, objects and actions while the person types, and opens them. */
export function PaletteSearch({ onRun, onClose }: PaletteProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  // A layout effect runs before the person can type into the field.
  useLayoutEffect(() => {
    const typed = takeTyped()
    if (typed) setText(typed)
  }, [])
  const query = text.trim()
  const settled = useSettled(query, 180)
  const { items, isSearching, failed, note } = useItems(query, settled)

  const choose = (item: PaletteItem) => {
    note(item)
    onClose()
    if (item.to) void navigate(item.to)
    else if (item.command) onRun(item.command)
  }
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<PaletteItem>({
      id: 'palette',
      options: items,
      open: true,
      value: null,
      autoHighlight: true,
      groupBy: ({ group }) => group,
      getOptionLabel: ({ label }) => label,
      getOptionKey: ({ key }) => key,
      isOptionEqualToValue: (one, other) => one.key === other.key,
      filterOptions: (all) => all,
      inputValue: text,
      onInputChange: (_event, value, reason) => reason === 'input' && setText(value),
      onChange: (_event, item) => item && choose(item),
      onClose: (_event, reason) => reason === 'escape' && onClose(),
    })
  const groups = groupedOptions as unknown as Group[]

  return (
    <>
      <Box
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          pl: 2,
          pr: 1,
          minHeight: 52,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box {...getRootProps()} sx={{ flex: 1, display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <Icon icon={Search} size={18} />
          <InputBase
            fullWidth
            autoFocus
            placeholder={translate('palette.placeholder')}
            sx={{
              fontSize: '1rem',
              '& input:placeholder-shown': { textOverflow: 'ellipsis' },
            }}
            inputProps={{ ...getInputProps(), 'aria-label': translate('palette.title') }}
          />
        </Box>
        <IconButton size="small" aria-label={translate('kit.close')} onClick={onClose}>
          <Icon icon={X} />
        </IconButton>
        {isSearching && (
          <LinearProgress
            aria-hidden
            sx={{ position: 'absolute', inset: 'auto 0 -1px 0', height: 2 }}
          />
        )}
      </Box>
      <Box sx={{ overflowY: 'auto', flex: 1, minHeight: 0, p: 0.75 }}>
        <Box
          // Not a list element, because the groups inside are not list items.
          {...(getListboxProps() as object)}
          aria-label={translate('palette.results')}
          aria-labelledby={undefined}
          aria-busy={isSearching}
          sx={{ outline: 'none' }}
        >
          {groups.map(({ key, group, index, options }) => (
            <div key={key} role="group" aria-label={group}>
              <Typography
                variant="caption"
                component="p"
                aria-hidden
                color="textSecondary"
                sx={{ px: 1.25, pt: 1.25, pb: 0.5, fontWeight: 500 }}
              >
                {group}
              </Typography>
              {options.map((item, at) => {
                const { key: id, ...props } = getOptionProps({ option: item, index: index + at })
                return <PaletteRow key={id} item={item} {...props} />
              })}
            </div>
          ))}
        </Box>
        <Typography
          role="status"
          color="textSecondary"
          sx={{ px: 1.25, py: items.length > 0 || isSearching ? 0.5 : 4, textAlign: 'center' }}
        >
          {failed.length > 0 && translate('palette.failed', { names: failed.join(', ') })}
          {items.length === 0 && !isSearching && translate('palette.none', { query })}
        </Typography>
      </Box>
    </>
  )
}

interface Group {
  key: number
  group: string
  index: number
  options: PaletteItem[]
}
