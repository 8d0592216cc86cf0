import { mono } from '@crossdock/admin/kit'

/** Names of events, ids and addresses. */
export const code = {
  fontFamily: mono,
  fontSize: '0.78125rem',
  overflowWrap: 'anywhere',
} as const

/** One line that ends with an ellipsis, at the width of its column. */
export const cut = {
  width: { sm: 0 },
  minWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
