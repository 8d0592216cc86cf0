import { createContext } from 'react'

/** Whether the folder tree is visible, and a function that toggles it. */
export const TreeSwitch = createContext<{ isShown: boolean; toggle: () => void }>({
  isShown: false,
  toggle: () => undefined,
})
