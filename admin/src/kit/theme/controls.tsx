import type { CheckboxProps } from '@mui/material/Checkbox'
import type { Components, Theme } from '@mui/material/styles'
import { Check, ChevronDown, Minus } from 'lucide-react'

type ThemeComponents = Components<Omit<Theme, 'components'>>

const SelectArrow = ({ className }: { className?: string }) => (
  <ChevronDown className={className} size={16} strokeWidth={1.75} aria-hidden />
)

const boxStyle = {
  width: 16,
  height: 16,
  borderRadius: 4,
  display: 'grid',
  placeItems: 'center',
} as const
const Box = ({ checked }: { checked?: 'yes' | 'mixed' }) => (
  <span
    style={{
      ...boxStyle,
      border: '1.5px solid currentColor',
      background: checked ? 'currentColor' : 'transparent',
    }}
  >
    <span className="kit-check-mark" style={{ display: 'grid' }}>
      {checked === 'yes' && <Check size={12} strokeWidth={3.25} />}
      {checked === 'mixed' && <Minus size={12} strokeWidth={3.25} />}
    </span>
  </span>
)

/** Buttons, fields and switches: 36 px high, radius 8, labels above the field. */
export const controls = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontFamily: theme.typography.fontFamily,
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.palette.accent}`,
          outlineOffset: 2,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        padding: '0 14px',
        borderRadius: 8,
        fontSize: '0.875rem',
        fontWeight: 500,
        lineHeight: 1.25,
        letterSpacing: '-0.005em',
        whiteSpace: 'nowrap',
        transition: theme.transitions.create(['background-color', 'border-color', 'color'], {
          duration: 120,
        }),
      }),
      sizeSmall: { minHeight: 30, padding: '0 10px', fontSize: '0.8125rem', borderRadius: 7 },
      startIcon: { marginLeft: -2, marginRight: 7, '& svg': { width: 16, height: 16 } },
      endIcon: { marginRight: -2, marginLeft: 7, '& svg': { width: 16, height: 16 } },
      outlined: ({ theme }) => ({
        backgroundColor: theme.palette.background.paper,
        borderColor: theme.palette.surface.border,
        '&:hover': { backgroundColor: theme.palette.surface.hover },
      }),
      outlinedPrimary: ({ theme }) => ({
        borderColor: theme.palette.surface.border,
        '&:hover': { borderColor: theme.palette.surface.border },
      }),
      containedPrimary: ({ theme: { palette } }) =>
        palette.brand && {
          color: palette.brand.contrastText,
          backgroundColor: palette.brand.main,
          '&:hover': {
            backgroundColor: `color-mix(in srgb, ${palette.brand.main} 88%, ${palette.text.primary})`,
          },
        },
      containedError: ({ theme }) =>
        theme.palette.mode === 'dark'
          ? {
              color: '#ffffff',
              backgroundColor: '#c53030',
              '&:hover': { backgroundColor: '#b02828' },
            }
          : {},
      text: ({ theme }) => ({ '&:hover': { backgroundColor: theme.palette.action.hover } }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 36,
        height: 36,
        padding: 0,
        borderRadius: 8,
        color: theme.palette.text.secondary,
        '&:hover': {
          backgroundColor: theme.palette.action.hover,
          color: theme.palette.text.primary,
        },
        '& svg': { width: 18, height: 18, strokeWidth: 1.75 },
      }),
      sizeSmall: { width: 30, height: 30, '& svg': { width: 16, height: 16, strokeWidth: 1.75 } },
    },
  },
  MuiTextField: {
    defaultProps: { variant: 'outlined', margin: 'none', size: 'small', fullWidth: true },
  },
  MuiFormControl: {
    defaultProps: { variant: 'outlined', margin: 'none', size: 'small', fullWidth: true },
    // Some inputs of react-admin ask for a dense margin; the form's gap is enough.
    styleOverrides: { marginDense: { marginTop: 0, marginBottom: 0 } },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 6,
        fontSize: '0.8125rem',
        fontWeight: 500,
        lineHeight: 1.4,
        color: theme.palette.text.primary,
        '&.Mui-focused, &.Mui-error, &.Mui-disabled': { color: theme.palette.text.primary },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        fontSize: '0.875rem',
        backgroundColor:
          theme.palette.mode === 'dark' ? theme.palette.background.default : '#ffffff',
        '&.MuiInputBase-sizeSmall': { minHeight: 36 },
        '& .MuiOutlinedInput-notchedOutline': {
          top: 0,
          borderColor: theme.palette.surface.border,
          transition: 'border-color 120ms, box-shadow 120ms',
          '& legend': { display: 'none' },
        },
        '&:hover:not(.Mui-disabled):not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.text.disabled,
        },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 1,
          borderColor: theme.palette.accent,
          boxShadow: `0 0 0 3px ${theme.palette.accent}33`,
        },
        '&.Mui-focused.Mui-error .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.error.main,
          boxShadow: `0 0 0 3px ${theme.palette.error.main}33`,
        },
        '&.Mui-disabled': { backgroundColor: theme.palette.surface.inset },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.surface.border,
        },
      }),
      input: ({ theme }) => ({
        '&.MuiInputBase-inputSizeSmall': { padding: '7.5px 12px', height: 'auto', lineHeight: 1.5 },
        '&::placeholder': { color: theme.palette.text.secondary, opacity: 0.85 },
        '&:placeholder-shown': { textOverflow: 'ellipsis' },
      }),
      multiline: { padding: 0, '& textarea': { padding: '8px 12px' } },
    },
  },
  MuiInputAdornment: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.palette.text.secondary,
        '& .MuiTypography-root': { fontSize: '0.875rem' },
        '& svg': { width: 16, height: 16 },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        marginLeft: 0,
        marginRight: 0,
        marginTop: 6,
        fontSize: '0.8125rem',
        lineHeight: 1.4,
        color: theme.palette.text.secondary,
        // The helper text of a disabled field explains why, so it must stay readable.
        '&.Mui-disabled': { color: theme.palette.text.secondary },
        '&.Mui-error': { color: theme.palette.error.main },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.palette.text.primary,
        '&.Mui-focused': { color: theme.palette.text.primary },
      }),
    },
  },
  MuiFormControlLabel: {
    styleOverrides: { root: { marginLeft: 0, gap: 10 }, label: { fontSize: '0.875rem' } },
  },
  // The name of the empty choice, such as "Any", is shown like every other.
  MuiSelect: { defaultProps: { IconComponent: SelectArrow, displayEmpty: true } },
  MuiNativeSelect: { defaultProps: { IconComponent: SelectArrow } },
  MuiCheckbox: {
    defaultProps: {
      icon: <Box />,
      checkedIcon: <Box checked="yes" />,
      indeterminateIcon: <Box checked="mixed" />,
      // react-admin labels the box around the input, but screen readers look for a label on the input.
      slotProps: {
        input: ({ inputProps, 'aria-label': label }: CheckboxProps) => ({
          ...inputProps,
          'aria-label': inputProps?.['aria-label'] ?? label,
        }),
      },
    },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 2,
        borderRadius: 6,
        color: theme.palette.text.disabled,
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: theme.palette.primary.main },
        '& .kit-check-mark': { color: theme.palette.primary.contrastText },
      }),
    },
  },
  MuiRadio: { styleOverrides: { root: { padding: 4, '& svg': { width: 18, height: 18 } } } },
  MuiSwitch: {
    styleOverrides: {
      root: {
        width: 36,
        height: 20,
        padding: 0,
        overflow: 'visible',
        flex: 'none',
        '& .MuiSwitch-switchBase.Mui-focusVisible': { outline: 'none' },
        '& .Mui-focusVisible + .MuiSwitch-track': {
          outline: '2px solid #5b7fe8',
          outlineOffset: 2,
        },
      },
      switchBase: ({ theme }) => ({
        padding: 2,
        color: '#ffffff',
        '&.Mui-checked': {
          transform: 'translateX(16px)',
          color: theme.palette.primary.contrastText,
          '& + .MuiSwitch-track': { backgroundColor: theme.palette.primary.main, opacity: 1 },
        },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
      }),
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: ({ theme }) => ({
        borderRadius: 10,
        opacity: 1,
        backgroundColor: theme.palette.mode === 'dark' ? '#3f3f47' : '#c6c6cd',
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 36,
        padding: '0 12px',
        borderRadius: 8,
        borderColor: theme.palette.surface.border,
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.palette.text.secondary,
        '&.Mui-selected': { color: theme.palette.text.primary },
      }),
    },
  },
} satisfies ThemeComponents
