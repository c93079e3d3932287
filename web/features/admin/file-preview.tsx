import { type ReactElement, useEffect, useState } from 'react'

interface FilePreviewProps {
  file: File
  alt: string
  className: string
}

/** A chosen file as an image, or a note that it isn't one. Renders nothing until it is read. */
export function FilePreview({ file, alt, className }: FilePreviewProps): ReactElement | null {
  const url = useObjectUrl(file)
  const [broken, setBroken] = useState<string>()
  if (!url) return null
  if (url === broken) return <p>This file isn’t a valid image.</p>
  return <img src={url} onError={() => setBroken(url)} alt={alt} className={className} />
}

/** An object URL for a chosen file; undefined until it is created. */
function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
