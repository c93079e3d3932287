/** Samples at a recording's start that only warm the decoder up: the encoder's delay at 48 kHz. */
export const PRE_SKIP = 312
