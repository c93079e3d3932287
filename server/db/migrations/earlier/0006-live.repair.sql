alter table live_session add column if not exists told_through uuid;
alter table live_recording add column if not exists waveform real[];
