/** The files and folders of a folder, by name. */
type Tree = { [name: string]: File | Tree }

/** Returns a folder as a browser offers a dropped one: its entries are read a few at a time. */
export function folderEntry(name: string, tree: Tree, atOnce = 1): object {
  return {
    name,
    isDirectory: true,
    isFile: false,
    createReader: () => {
      const left = Object.entries(tree)
      return {
        readEntries: (resolve: (entries: object[]) => void) =>
          resolve(
            left
              .splice(0, atOnce)
              .map(([below, part]) =>
                part instanceof File ? fileEntry(part) : folderEntry(below, part, atOnce)
              )
          ),
      }
    },
  }
}

const fileEntry = (file: File) => ({
  name: file.name,
  isDirectory: false,
  isFile: true,
  file: (resolve: (file: File) => void) => resolve(file),
})

/** Drops folders. A script cannot put folders into a real DataTransfer. */
export function dropFolders(target: Element, ...entries: object[]): void {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => new File([], 'folder'),
  }))
  const event = new DragEvent('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items } })
  target.dispatchEvent(event)
}
