/** Style of a list row on a contract's page. */
export const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 42,
  px: { xs: 2, sm: 2.5 },
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
} as const
