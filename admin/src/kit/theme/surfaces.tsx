import type { Components, Theme } from '@mui/material/styles'
import { ArrowDown, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

type ThemeComponents = Components<Omit<Theme, 'components'>>

const alertIcon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const

const SortArrow = ({ className }: { className?: string }) => (
  <ArrowDown className={className} size={14} strokeWidth={1.75} aria-hidden />
)

export const floating = (theme: Omit<Theme, 'components'>) =>
  theme.palette.mode === 'dark'
    ? '0 12px 40px rgba(0,0,0,.6)'
    : '0 12px 40px rgba(17,17,19,.12), 0 2px 6px rgba(17,17,19,.06)'

/** Cards, dialogs, menus and tables: 1 px borders instead of shadows. */
export const surfaces = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: 12,
        boxShadow: theme.palette.mode === 'dark' ? 'none' : '0 1px 2px rgba(17,17,19,.035)',
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      // Below the page-wide bar.
      root: { top: 'var(--bar-height, 0px)' },
      container: { outline: 'none' },
      paper: ({ theme }) => ({
        outline: 'none',
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: 14,
        boxShadow: floating(theme),
        '&.MuiDialog-paperFullScreen': { border: 0, borderRadius: 0 },
      }),
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&:not(.MuiBackdrop-invisible)': {
          backgroundColor: theme.palette.mode === 'dark' ? 'rgba(0,0,0,.66)' : 'rgba(17,17,19,.36)',
        },
      }),
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 6,
        minWidth: 176,
        border: `1px solid ${theme.palette.divider}`,
        borderRadius: 10,
        boxShadow: floating(theme),
      }),
      list: { padding: 5 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 34,
        padding: '6px 9px',
        gap: 9,
        borderRadius: 6,
        fontSize: '0.875rem',
        '&.Mui-focusVisible': {
          outline: 'none',
          backgroundColor: theme.palette.action.selected,
        },
        '& svg': { width: 16, height: 16, strokeWidth: 1.75, flex: 'none' },
        [theme.breakpoints.down('sm')]: { minHeight: 42 },
      }),
    },
  },
  MuiPopover: { styleOverrides: { paper: { backgroundImage: 'none' } } },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        borderBottom: `1px solid ${theme.palette.divider}`,
      }),
      list: { gap: 20 },
      indicator: { height: 2, borderRadius: 1 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minWidth: 0,
        minHeight: 40,
        padding: '8px 2px',
        fontSize: '0.875rem',
        fontWeight: 500,
        color: theme.palette.text.secondary,
        '&:hover, &.Mui-selected': { color: theme.palette.text.primary },
        '&.Mui-focusVisible': { outlineOffset: -2, borderRadius: 6 },
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '11px 16px',
        fontSize: '0.875rem',
        borderBottomColor: theme.palette.divider,
        '&:first-of-type': { paddingLeft: 20 },
        '&:last-of-type': { paddingRight: 20 },
        [theme.breakpoints.down('sm')]: {
          '&:first-of-type': { paddingLeft: 16 },
          '&:last-of-type': { paddingRight: 16 },
        },
      }),
      head: ({ theme }) => ({
        height: 36,
        paddingTop: 6,
        paddingBottom: 6,
        fontSize: '0.8125rem',
        fontWeight: 500,
        color: theme.palette.text.secondary,
        backgroundColor: theme.palette.background.paper,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        'tbody > &:last-of-type > td, tbody > &:last-of-type > th': { borderBottom: 0 },
        '&.MuiTableRow-hover:hover': { backgroundColor: theme.palette.action.hover },
      }),
    },
  },
  MuiTableSortLabel: {
    defaultProps: { IconComponent: SortArrow },
    // Align the text with that of the heads that do not sort.
    styleOverrides: { root: { verticalAlign: 'top' } },
  },
  MuiAlert: {
    defaultProps: {
      iconMapping: {
        error: <CircleAlert {...alertIcon} />,
        warning: <TriangleAlert {...alertIcon} />,
        info: <Info {...alertIcon} />,
        success: <CircleCheck {...alertIcon} />,
      },
    },
    styleOverrides: {
      root: ({ theme, ownerState }) => {
        const tone =
          theme.palette.tones[
            ownerState.severity === 'error' ? 'danger' : (ownerState.severity ?? 'info')
          ]
        return {
          padding: '10px 14px',
          borderRadius: 10,
          fontSize: '0.875rem',
          lineHeight: 1.5,
          color: tone.fg,
          backgroundColor: tone.bg,
          '& .MuiAlert-icon': { padding: '2px 0 0', marginRight: 10, color: tone.fg, opacity: 1 },
          '& .MuiAlert-message': { padding: 0 },
        }
      },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave', variant: 'rounded' },
    styleOverrides: { rounded: { borderRadius: 6 } },
  },
  MuiDivider: {
    styleOverrides: { root: ({ theme }) => ({ borderColor: theme.palette.divider }) },
  },
  MuiLink: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        textUnderlineOffset: 3,
        ...(ownerState.color === 'primary' && {
          color: theme.palette.accent,
          textDecorationColor: `${theme.palette.accent}66`,
        }),
        '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
      }),
    },
  },
} satisfies ThemeComponents
