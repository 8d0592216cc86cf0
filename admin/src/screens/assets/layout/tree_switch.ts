import { createContext } from 'react'

/** Where the tree of folders stands, and what shows or hides it. */
export const TreeSwitch = createContext<{ isShown: boolean; toggle: () => void }>({
  isShown: false,
  toggle: () => undefined,
})
