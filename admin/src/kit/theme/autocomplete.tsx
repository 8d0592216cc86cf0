import type { Components, Theme } from '@mui/material/styles'
import { ChevronDown, X } from 'lucide-react'
import { floating } from './surfaces.js'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Autocomplete fields. The list looks like a menu. */
export const autocomplete = {
  MuiAutocomplete: {
    defaultProps: {
      size: 'small',
      popupIcon: <ChevronDown {...icon} />,
      clearIcon: <X {...icon} />,
    },
    styleOverrides: {
      inputRoot: {
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          padding: '0 36px 0 0',
          '& .MuiAutocomplete-input': { padding: '7.5px 12px' },
          // The arrow must align with those of other fields.
          '& .MuiAutocomplete-endAdornment': { right: 4 },
        },
        // Several values are chosen: each is a tag within the field.
        '&.MuiInputBase-sizeSmall:has(.MuiAutocomplete-tag)': {
          padding: '3px 36px 3px 5px',
          '& .MuiAutocomplete-tag': { margin: 2 },
          '& .MuiAutocomplete-input': { padding: '3.5px 5px' },
          // Without focus, the input takes no line of its own below a long tag.
          '&:not(.Mui-focused) .MuiAutocomplete-input.MuiAutocomplete-input': {
            minWidth: 0,
            padding: '3.5px 0',
          },
        },
        '&.MuiInputBase-adornedStart.MuiInputBase-sizeSmall .MuiAutocomplete-input': {
          paddingLeft: 6,
        },
      },
      endAdornment: { '& .MuiIconButton-root': { width: 26, height: 26 } },
      paper: ({ theme }) => ({
        marginTop: 6,
        marginBottom: 6,
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: 10,
        boxShadow: floating(theme),
        fontSize: '0.875rem',
      }),
      listbox: {
        padding: 5,
        maxHeight: 320,
        '& .MuiAutocomplete-option.MuiAutocomplete-option': {
          minHeight: 34,
          padding: '6px 9px',
          borderRadius: 6,
        },
      },
    },
  },
} satisfies Components<Omit<Theme, 'components'>>
