import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The error with which the browser refuses the microphone. */
    microphoneRefusal?: string | undefined
    /** The microphone that the page opened last. */
    microphoneTrack?: MediaStreamTrack | undefined
  }
}

/** Lets a test refuse the microphone and take it away. Call it before the page is opened. */
export async function controlMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wanted) => {
      if (window.microphoneRefusal) throw new DOMException('No.', window.microphoneRefusal)
      const stream = await open(wanted)
      window.microphoneTrack = stream.getAudioTracks()[0]
      return stream
    }
  })
}

/** Lets the browser refuse the microphone with this error, or allow it again. */
export async function refuseMicrophone(page: Page, error?: string): Promise<void> {
  await page.evaluate((error) => {
    window.microphoneRefusal = error
  }, error)
}

/** Ends the open microphone, as when its permission is taken back or it is unplugged. */
export async function takeMicrophoneAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.microphoneTrack?.stop()
    // The browser tells only of what the page didn't do itself.
    window.microphoneTrack?.dispatchEvent(new Event('ended'))
  })
}
