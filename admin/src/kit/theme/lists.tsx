import type { Components, CSSObject, Theme } from '@mui/material/styles'

type ThemeComponents = Components<Omit<Theme, 'components'>>

// react-admin sets some of these again for narrow or wide screens. Only the same media queries override that.
const onAllWidths =
  (styles: CSSObject) =>
  ({ theme }: { theme: Omit<Theme, 'components'> }) => ({
    ...styles,
    [theme.breakpoints.down('md')]: styles,
    [theme.breakpoints.down('sm')]: styles,
    [theme.breakpoints.up('sm')]: styles,
    [theme.breakpoints.up('md')]: styles,
  })

// One shared object, because forms reset with a new one.
const keepEntered = { keepDirtyValues: true }

const detail = (name: string) => ({
  [`& .${name}-noActions`]: { marginTop: 0 },
  '& .RaTopToolbar-root, & > .MuiToolbar-root': { marginBottom: 12 },
})

/** Makes react-admin's own lists and forms, used as documented, look like the rest. */
export const lists = {
  MuiTooltip: {
    // A tooltip describes the element in addition to its name, instead of replacing the name.
    defaultProps: { describeChild: true, enterDelay: 700 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        padding: '5px 9px',
        borderRadius: 6,
        fontSize: '0.75rem',
        fontWeight: 500,
        lineHeight: 1.4,
        color: theme.palette.primary.contrastText,
        backgroundColor: theme.palette.primary.main,
      }),
    },
  },
  RaList: {
    styleOverrides: {
      root: {
        '& .RaList-main': { minWidth: 0 },
        '& .RaList-content': { overflowX: 'auto' },
        '& .RaList-noActions': { marginTop: 0 },
      },
    },
  },
  RaListToolbar: {
    styleOverrides: {
      root: onAllWidths({
        alignItems: 'flex-end',
        flexWrap: 'wrap',
        flexDirection: 'row',
        gap: 8,
        marginBottom: 12,
        backgroundColor: 'transparent',
      }),
    },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: onAllWidths({
        flex: '0 0 auto',
        alignItems: 'center',
        minHeight: 36,
        marginLeft: 'auto',
        padding: 0,
        backgroundColor: 'transparent',
      }),
    },
  },
  RaFilterForm: {
    styleOverrides: {
      root: onAllWidths({
        flex: '0 1 auto',
        minHeight: 0,
        gap: 8,
        padding: 0,
        '& .RaFilterForm-filterFormInput .MuiFormControl-root': { marginTop: 0, minWidth: 180 },
      }),
    },
  },
  RaFilterFormInput: {
    styleOverrides: {
      root: {
        gap: 4,
        '& .RaFilterFormInput-spacer': { width: 0 },
        '& .RaFilterFormInput-hideButton': { marginBottom: 3 },
      },
    },
  },
  RaDataTable: { defaultProps: { size: 'medium' } },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        '& .RaBulkActionsToolbar-toolbar': {
          borderRadius: 10,
          backgroundColor: theme.palette.surface.selected,
        },
      }),
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      toolbar: { minHeight: 48 },
      selectLabel: ({ theme }) => ({ color: theme.palette.text.secondary }),
      displayedRows: ({ theme }) => ({ color: theme.palette.text.secondary }),
    },
  },
  RaEdit: { styleOverrides: { root: detail('RaEdit') } },
  RaCreate: { styleOverrides: { root: detail('RaCreate') } },
  RaShow: { styleOverrides: { root: detail('RaShow') } },
  RaSimpleForm: {
    // When a record changes under an open form, entered values stay.
    defaultProps: { resetOptions: keepEntered },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 24,
        [theme.breakpoints.down('sm')]: { padding: 16 },
        '& > .MuiStack-root': { alignItems: 'stretch', gap: 20, maxWidth: 640 },
      }),
    },
  },
  RaToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.RaToolbar-desktopToolbar, &.RaToolbar-mobileToolbar': {
          position: 'static',
          minHeight: 0,
          margin: 0,
          padding: '14px 24px',
          borderTop: `1px solid ${theme.palette.divider}`,
          backgroundColor: 'transparent',
          [theme.breakpoints.down('sm')]: { padding: '14px 16px' },
        },
      }),
    },
  },
} satisfies ThemeComponents
